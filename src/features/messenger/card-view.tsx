import { ImageView } from './image-view.tsx'
import styles from './card-view.module.css'
import type { Attachment } from './rows.ts'

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
      {card.title !== undefined && <h3>{card.title}</h3>}
      {card.subtitle !== undefined && <p className={styles.subtitle}>{card.subtitle}</p>}
      {card.text !== undefined && <p>{card.text}</p>}
      {card.buttons?.map((button, index) =>
        /^https?:/i.test(button.value) ? (
          <a
            key={index}
            className={styles.link}
            href={button.value}
            target="_blank"
            rel="noopener noreferrer"
            referrerPolicy="no-referrer"
          >
            {button.title || button.value}
          </a>
        ) : (
          <span key={index} className={styles.answer} title="The guest can choose this">
            {button.title || button.value}
          </span>
        ),
      )}
    </article>
  )
}
