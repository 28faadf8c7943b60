// PDFs, made here so that everybody sees what is in them.

const stream = (dict, bytes) => Buffer.concat([Buffer.from(`<< ${dict} /Length ${bytes.length} >>\nstream\n`), bytes, Buffer.from('\nendstream')]);

/** A file of these objects, which are numbered from 1. The first is the catalogue. */
function pdfOf(objects) {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const places = [];
  let length = parts[0].length;
  const add = (part) => {
    parts.push(part);
    length += part.length;
  };
  for (const [i, object] of objects.entries()) {
    places.push(length);
    add(Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]));
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const start = length;
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** A white page with a picture of 64 by 64 in its middle. */
function scan(dict, bytes) {
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>',
    stream('', Buffer.from('q 100 0 0 100 50 50 cm /I Do Q')),
    stream(`/Type /XObject /Subtype /Image /Width 64 /Height 64 ${dict}`, Buffer.from(bytes)),
  ]);
}

/** So many pages, each with its number on it. */
export function pages(count) {
  const first = 4;
  const kids = Array.from({ length: count }, (_, i) => `${first + 2 * i} 0 R`);
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${count} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...kids.flatMap((_, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents ${first + 2 * i + 1} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
      stream('', Buffer.from(`50 50 100 100 re f BT /F 12 Tf 20 20 Td (Hoja ${i + 1}) Tj ET`)),
    ]),
  ]);
}

const bytesOf = (bits) => bits.match(/.{1,8}/g).map((one) => parseInt(one.padEnd(8, '0'), 2));
const long = (n) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];

/** Fax, group 4: a first row of 64 black points; each further row is as the one above; the end. */
const BLACK = bytesOf('001' + '00110101' + '0000001111' + '0000110111' + '11'.repeat(63) + '000000000001'.repeat(2));

/** Segments of JBIG2: the page, and a region of it that is coded as a fax is. */
const segment = (number, type, data) => [...long(number), type, 0, 1, ...long(data.length), ...data];
const SQUARE = [...long(64), ...long(64), ...long(0), ...long(0)];
const JBIG2 = [...segment(0, 48, [...SQUARE, 0, 0, 0]), ...segment(1, 38, [...SQUARE, 0, 1, ...BLACK])];

/** JPEG 2000: one tile, of which nothing is told; so each point has the value in the middle, and is grey. */
const JPEG_2000 = [
  [0xff, 0x4f],
  [0xff, 0x51, 0, 41, 0, 0, ...long(64), ...long(64), ...long(0), ...long(0), ...long(64), ...long(64), ...long(0), ...long(0), 0, 1, 7, 1, 1],
  [0xff, 0x52, 0, 12, 0, 0, 0, 1, 0, 0, 4, 4, 0, 1],
  [0xff, 0x5c, 0, 4, 0x40, 0x40],
  [0xff, 0x90, 0, 10, 0, 0, ...long(15), 0, 1],
  [0xff, 0x93, 0],
  [0xff, 0xd9],
].flat();

const ONE_BIT = '/ColorSpace /DeviceGray /BitsPerComponent 1';

/** What scanners write. */
export const SCANS = {
  fax: scan(`${ONE_BIT} /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 64 /Rows 64 >>`, BLACK),
  jbig2: scan(`${ONE_BIT} /Filter /JBIG2Decode`, JBIG2),
  jpeg_2000: scan('/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /JPXDecode', JPEG_2000),
};
