import { useIdentidad } from '../identidad';
import './marca.css';

/** The mark of the product: a folder with a paper in it. An operador's own takes its place. */
export function Marca() {
  const { logo } = useIdentidad();
  if (logo) return <img className="marca propia" src={logo} alt="" />;
  return (
    <svg className="marca" viewBox="0 0 32 32" aria-hidden="true">
      <path className="marca-papel" d="M9 4.5h11l4 4V20H9z" />
      <path className="marca-carpeta" d="M3 10.5A1.5 1.5 0 0 1 4.5 9h7l2.8 3h13.2a1.5 1.5 0 0 1 1.5 1.5v12A2.5 2.5 0 0 1 26.5 28h-21A2.5 2.5 0 0 1 3 25.5z" />
    </svg>
  );
}
