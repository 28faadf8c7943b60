import { encode } from 'uqr';

/** A text as a QR code, drawn here: nobody else learns what it says. It is black on white in both themes, as cameras want it. */
export function Qr({ texto, nombre }: { texto: string; nombre: string }) {
  const { data, size } = encode(texto, { ecc: 'M', border: 3 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={nombre} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
