import type { Attachment } from '#src/contract/chats.ts'
import type { DemoFile } from '../rows.ts'
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

export interface Card {
  picture: string
  title: string
  subtitle: string
  text: string
  button: { title: string; value: string }
}

/** The hotel’s galleries by name, up to three cards each. */
export const GALLERIES: Record<string, Card[]> = {
  restaurants: [
    {
      picture: 'restaurant-lantern',
      title: 'Lantern Rooftop',
      subtitle: 'Sixth floor, 18:00 to 23:00',
      text: 'Small plates and a view over the harbour.',
      button: { title: 'Book the rooftop', value: 'I would like to book the Lantern Rooftop' },
    },
    {
      picture: 'restaurant-garden',
      title: 'Garden Room',
      subtitle: 'Ground floor, from 6:30',
      text: 'Breakfast, lunch and tea between lemon trees.',
      button: { title: 'Book the garden', value: 'I would like to book the Garden Room' },
    },
    {
      picture: 'restaurant-quay',
      title: 'Quay 7',
      subtitle: 'At the water, 12:00 to 22:00',
      text: 'Fish as it comes from the boats.',
      button: { title: 'Book Quay 7', value: 'I would like to book Quay 7' },
    },
  ],
  trips: [
    {
      picture: 'trip-lighthouse',
      title: 'Old lighthouse',
      subtitle: '7 minutes by tram 4',
      text: 'One hundred and ninety-nine steps and the best view of the bay.',
      button: { title: 'How do I get there?', value: 'How do I get to the lighthouse?' },
    },
    {
      picture: 'trip-market',
      title: 'Market hall',
      subtitle: 'Mondays to Saturdays until 15:00',
      text: 'Cheese, oysters, and the almond cake everybody talks about.',
      button: { title: 'Opening hours', value: 'When is the market open?' },
    },
    {
      picture: 'trip-sealife',
      title: 'Sea life centre',
      subtitle: 'For a rainy day',
      text: 'A tunnel through the shark tank. Tickets at the front desk.',
      button: { title: 'Get tickets', value: 'I would like tickets for the sea life centre' },
    },
  ],
  spa: [
    {
      picture: 'spa',
      title: 'Pool and spa',
      subtitle: 'Garden wing, 7:00 to 21:00',
      text: 'Pool 27 °C, sauna from 14:00, treatments by appointment.',
      button: { title: 'Book a massage', value: 'I would like to book a massage' },
    },
  ],
}

/**
 * Makes what `name` stands for: a gallery of up to three cards (`restaurants`, `trips`, `spa`), the `invoice` as a PDF,
 * or a picture. `createId` names the files; they are served under `/api/attachments/{id}`.
 */
export function makeEnclosure(name: string, createId: () => string, invoice: InvoiceDetails): Enclosure {
  const gallery = GALLERIES[name]
  if (gallery) return makeGallery(gallery, createId)
  const file: DemoFile =
    name === 'invoice'
      ? { id: createId(), contentType: 'application/pdf', name: 'invoice.pdf', bytes: writeInvoice(invoice) }
      : { id: createId(), contentType: 'image/png', name: `${name}.png`, bytes: drawPicture(name) }
  const attachment = { contentType: file.contentType, contentUrl: addressOf(file), name: file.name }
  return { type: 'text', attachments: [attachment], files: [file] }
}

/** Where a stored file is served (CONTRACT section 5: on the environment's own host, with the Bearer token). */
function addressOf(file: DemoFile): string {
  return `/api/attachments/${file.id}`
}

function makeGallery(cards: readonly Card[], createId: () => string): Enclosure {
  const files: DemoFile[] = []
  const attachments = cards.map((card): Attachment => {
    const name = `${card.picture}.png`
    const file: DemoFile = {
      id: createId(),
      contentType: 'image/png',
      name,
      bytes: drawPicture(card.picture),
    }
    files.push(file)
    const { title, subtitle, text } = card
    const images = [{ url: addressOf(file) }]
    const buttons = [{ type: 'imBack', ...card.button }]
    return {
      contentType: 'application/vnd.microsoft.card.hero',
      content: { title, subtitle, text, images, buttons },
    }
  })
  return { type: 'card', attachments, files }
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
