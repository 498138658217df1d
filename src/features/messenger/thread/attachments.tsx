import { useState } from 'react'
import type { Attachment } from '#src/contract/chats.ts'
import { formatSize } from '#src/domain/files/size.ts'
import { createDeferredPart } from '#src/ui/deferred-part.tsx'
import { Icon } from '#src/ui/icon.tsx'
import styles from './attachments.module.css'
import { CardView } from './card-view.tsx'
import { ImageView } from './image-view.tsx'
import { useFile } from '../use-file.ts'

const PictureViewer = createDeferredPart(
  () => import('./picture-viewer.tsx').then((module) => module.PictureViewer),
  { name: 'The large picture', kind: 'overlay' },
)

/** Gallery cards show up to 3 slides (specification section 2). */
const MAX_SLIDES = 3
const NAMELESS = 'Attachment'

interface AttachmentsProps {
  chatId: string
  attachments: Attachment[]
}

/** What came with a message. Boxes have their size before the bytes are there, so that nothing jumps. */
export function Attachments({ chatId, attachments }: AttachmentsProps) {
  const [shown, setShown] = useState<number | null>(null)
  const cards = attachments.flatMap(({ content }) => (content ? [content] : []))
  const files = attachments.filter(({ content }) => !content)
  const pictures = files.flatMap(({ contentType, contentUrl: url, name = NAMELESS }) =>
    url !== undefined && contentType.startsWith('image/') ? [{ url, name }] : [],
  )
  return (
    <>
      {files.map((file, index) => (
        <FileView
          key={`${file.contentUrl ?? ''}-${index}`}
          chatId={chatId}
          file={file}
          onOpen={() => setShown(pictures.findIndex(({ url }) => url === file.contentUrl))}
        />
      ))}
      {cards.length > 0 && <Gallery chatId={chatId} cards={cards} />}
      {shown !== null && (
        <PictureViewer chatId={chatId} pictures={pictures} first={shown} onClose={() => setShown(null)} />
      )}
    </>
  )
}

interface GalleryProps {
  chatId: string
  cards: NonNullable<Attachment['content']>[]
}

/** Several cards of one message: a row that is scrolled by touch, by wheel and, once it has the focus, by arrow keys. */
function Gallery({ chatId, cards }: GalleryProps) {
  const more = cards.length - MAX_SLIDES
  return (
    <>
      <div
        className={styles.slides}
        tabIndex={cards.length > 1 ? 0 : undefined}
        aria-label="Cards"
        role="group"
      >
        {cards.slice(0, MAX_SLIDES).map((card, index) => (
          <CardView key={index} chatId={chatId} card={card} />
        ))}
      </div>
      {more > 0 && <p className={styles.more}>{`and ${more} more`}</p>}
    </>
  )
}

function FileView({ chatId, file, onOpen }: { chatId: string; file: Attachment; onOpen(): void }) {
  const name = file.name ?? NAMELESS
  if (file.contentUrl === undefined) return <FileLine name={name} note="There is no file behind it." />
  if (file.contentType.startsWith('image/')) {
    return <ImageView chatId={chatId} url={file.contentUrl} name={name} size={file.size} onOpen={onOpen} />
  }
  return <DocumentView chatId={chatId} url={file.contentUrl} name={name} size={file.size} />
}

interface DocumentViewProps {
  chatId: string
  url: string
  name: string
  /** Bytes, where the environment says it. */
  size: number | undefined
}

function DocumentView({ chatId, url, name, size }: DocumentViewProps) {
  const file = useFile(chatId, url)
  if (file.state === 'loading') return <FileLine name={name} note="Fetching…" />
  if (file.state === 'offered' || (file.state === 'missing' && file.problem === 'unreachable')) {
    const words = file.state === 'missing' ? 'Not on this device yet · ' : ''
    return (
      <button type="button" className={styles.file} onClick={file.fetch}>
        <FileWords name={name} note={`${words}Fetch${size === undefined ? '' : ` (${formatSize(size)})`}`} />
      </button>
    )
  }
  if (file.state === 'missing') return <FileLine name={name} note="Can no longer be read" />
  return (
    <a
      className={styles.file}
      href={file.address}
      download={name}
      target="_blank"
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
    >
      <FileWords name={name} note={`${file.size === undefined ? '' : `${formatSize(file.size)} · `}Save`} />
    </a>
  )
}

function FileLine({ name, note }: { name: string; note: string }) {
  return (
    <div className={styles.file}>
      <FileWords name={name} note={note} />
    </div>
  )
}

function FileWords({ name, note }: { name: string; note: string }) {
  return (
    <>
      <Icon name="file" />
      <span className={styles.fileName} dir="auto" title={name}>
        {name}
      </span>
      <span className={styles.fileNote}>{note}</span>
    </>
  )
}

/** What is on its way out: the bytes are in the outbox. `size` in bytes. */
export function OutgoingFile({
  name,
  address,
  isImage,
  size,
}: {
  name: string
  address: string | null
  isImage: boolean
  size: number
}) {
  if (!isImage) return <FileLine name={name} note={formatSize(size)} />
  return <div className={styles.picture}>{address !== null && <img src={address} alt={name} />}</div>
}
