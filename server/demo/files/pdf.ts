const PAGE_WIDTH_PT = 595
const PAGE_HEIGHT_PT = 842
const MARGIN_PT = 64
const LINE_PT = 22

/** Writes a one-page PDF with a heading and lines of text (Latin-1 characters; others become '?'). */
export function writePdf(heading: string, lines: readonly string[]): Uint8Array {
  const text = [
    `BT /F2 22 Tf ${MARGIN_PT} ${PAGE_HEIGHT_PT - 96} Td (${escapeText(heading)}) Tj ET`,
    ...lines.map((line, index) => {
      const y = PAGE_HEIGHT_PT - 140 - index * LINE_PT
      return `BT /F1 12 Tf ${MARGIN_PT} ${y} Td (${escapeText(line)}) Tj ET`
    }),
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE_WIDTH_PT} ${PAGE_HEIGHT_PT}] /Contents 4 0 R` +
      ' /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  ]
  let document = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = document.length
    document += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = document.length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  document += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  document += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(document, 'latin1')
}

function escapeText(text: string): string {
  const latin = [...text]
    .map((character) => ((character.codePointAt(0) ?? 0) > 0xff ? '?' : character))
    .join('')
  return latin.replace(/[\\()]/g, (character) => `\\${character}`)
}
