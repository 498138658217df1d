import type { Attachment } from '#src/contract/chats.ts'
import type { DemoFile } from '../rows.ts'
import { GALLERIES, type Card } from './galleries.ts'
import { drawPicture } from './pictures.ts'
import { writePdf } from './pdf.ts'

/** What a line of a dialog encloses: attachments of its message and the files behind them. */
export interface Enclosure {
  type: 'text' | 'card'
  attachments: Attachment[]
  files: DemoFile[]
}

/** Who stands on the invoice. */
export interface InvoiceDetails {
  guest: string
  room: string
  nights: number
}

/**
 * Makes what `name` stands for: a gallery of `galleries.ts`, the `invoice` as a PDF,
 * or a picture. `createId` names the files; they are served under `/api/attachments/{id}`.
 */
export function makeEnclosure(name: string, createId: () => string, invoice: InvoiceDetails): Enclosure {
  const gallery = GALLERIES[name]
  if (gallery) return makeGallery(gallery, createId)
  const file: DemoFile =
    name === 'invoice'
      ? { id: createId(), contentType: 'application/pdf', name: 'invoice.pdf', bytes: writeInvoice(invoice) }
      : { id: createId(), contentType: 'image/png', name: `${name}.png`, bytes: drawPicture(name) }
  const { contentType, name: fileName, bytes } = file
  const attachment = { contentType, contentUrl: addressOf(file), name: fileName, size: bytes.length }
  return { type: 'text', attachments: [attachment], files: [file] }
}

/** Where a stored file is served (CONTRACT section 5: on the environment's own host, with the Bearer token). */
function addressOf(file: DemoFile): string {
  return `/api/attachments/${file.id}`
}

function makeGallery(cards: readonly Card[], createId: () => string): Enclosure {
  const files: DemoFile[] = []
  const attachments = cards.map(({ picture, ...content }): Attachment => {
    const file = picture === undefined ? null : drawCardPicture(picture, createId)
    if (file) files.push(file)
    return {
      contentType: 'application/vnd.microsoft.card.hero',
      content: { ...content, ...(file ? { images: [{ url: addressOf(file) }] } : {}) },
    }
  })
  return { type: 'card', attachments, files }
}

function drawCardPicture(picture: string, createId: () => string): DemoFile {
  return { id: createId(), contentType: 'image/png', name: `${picture}.png`, bytes: drawPicture(picture) }
}

function writeInvoice({ guest, room, nights }: InvoiceDetails): Uint8Array {
  const rate = 186
  return writePdf('Harbourlight Hotel', [
    '7 Quay Street, Old Port',
    '',
    `Invoice for ${guest}`,
    `Room ${room}, ${nights} nights at ${rate}.00`,
    `Accommodation: ${nights * rate}.00`,
    `City tax: ${nights * 3}.00`,
    `Total: ${nights * (rate + 3)}.00`,
    '',
    'Paid by card. Thank you for staying with us.',
  ])
}
