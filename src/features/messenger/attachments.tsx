import { Icon } from '#src/ui/icon.tsx'
import styles from './attachments.module.css'
import { CardView } from './card-view.tsx'
import { ImageView } from './image-view.tsx'
import type { Attachment } from './rows.ts'
import { useFile } from './use-file.ts'

/** Gallery cards show up to 3 slides (specification section 2). */
const MAX_SLIDES = 3

/** What came with a message. Boxes have their size before the bytes are there, so that nothing jumps. */
export function Attachments({ chatId, attachments }: { chatId: string; attachments: Attachment[] }) {
  const cards = attachments.flatMap(({ content }) => (content ? [content] : []))
  const files = attachments.filter(({ content }) => !content)
  return (
    <>
      {files.map((file, index) => (
        <FileView key={`${file.contentUrl ?? ''}-${index}`} chatId={chatId} file={file} />
      ))}
      {cards.length > 0 && (
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
      )}
    </>
  )
}

function FileView({ chatId, file }: { chatId: string; file: Attachment }) {
  const name = file.name ?? 'Attachment'
  if (file.contentUrl === undefined) return <FileLine name={name} note="There is no file behind it." />
  if (file.contentType.startsWith('image/')) {
    return <ImageView chatId={chatId} url={file.contentUrl} name={name} canOpen />
  }
  return <DocumentView chatId={chatId} url={file.contentUrl} name={name} />
}

function DocumentView({ chatId, url, name }: { chatId: string; url: string; name: string }) {
  const file = useFile(chatId, url)
  if (file.state === 'loading') return <FileLine name={name} note="Fetching…" />
  if (file.state === 'missing') {
    return (
      <FileLine
        name={name}
        note={file.problem === 'unreachable' ? 'Not on this device yet' : 'Can no longer be read'}
      />
    )
  }
  return (
    <a
      className={styles.file}
      href={file.address}
      download={name}
      target="_blank"
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
    >
      <Icon name="file" />
      <span className={styles.fileName}>{name}</span>
      <span className={styles.fileNote}>Save</span>
    </a>
  )
}

function FileLine({ name, note }: { name: string; note: string }) {
  return (
    <div className={styles.file}>
      <Icon name="file" />
      <span className={styles.fileName}>{name}</span>
      <span className={styles.fileNote}>{note}</span>
    </div>
  )
}

/** What is on its way out: the bytes are in the outbox. */
export function OutgoingFile({
  name,
  address,
  isImage,
}: {
  name: string
  address: string | null
  isImage: boolean
}) {
  if (!isImage) return <FileLine name={name} note="" />
  return <div className={styles.picture}>{address !== null && <img src={address} alt={name} />}</div>
}
