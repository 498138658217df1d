import type { Attachment } from '#src/contract/chats.ts'
import { readSafeAddress } from '#src/domain/text/links.ts'
import { ImageView } from './image-view.tsx'
import styles from './card-view.module.css'
import { MessageText } from './message-text.tsx'

type CardContent = NonNullable<Attachment['content']>

/** One slide of a gallery, as the guest saw it. Its answers belong to the guest, so here they are only shown. */
export function CardView({ chatId, card }: { chatId: string; card: CardContent }) {
  const image = card.images?.[0]
  return (
    <article className={styles.card}>
      {image && (
        <div className={styles.image}>
          <ImageView chatId={chatId} url={image.url} name={card.title ?? 'Picture of the card'} />
        </div>
      )}
      {card.title !== undefined && <h3 dir="auto">{card.title}</h3>}
      {card.subtitle !== undefined && (
        <p className={styles.subtitle} dir="auto">
          {card.subtitle}
        </p>
      )}
      {card.text !== undefined && (
        <p className={styles.text}>
          <MessageText text={card.text} />
        </p>
      )}
      {card.buttons?.map((button, index) => (
        <CardButton key={index} title={button.title || button.value} value={button.value} />
      ))}
    </article>
  )
}

function CardButton({ title, value }: { title: string; value: string }) {
  const address = readSafeAddress(value)
  if (address === null) {
    return (
      <span className={styles.answer} dir="auto" title="The guest can choose this">
        {title}
      </span>
    )
  }
  return (
    <a
      className={styles.link}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
      dir="auto"
      // Where it leads, whatever it calls itself.
      title={address}
    >
      {title}
    </a>
  )
}
