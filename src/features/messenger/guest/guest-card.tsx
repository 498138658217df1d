import { useId, useState, type ReactNode } from 'react'
import type { Chat } from '#src/contract/chats.ts'
import { readChat } from '#src/db/mirror/chats.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { formatCount } from '#src/lib/format-count.ts'
import { useGoodLine } from '#src/lib/good-line.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { MAX_STARS } from '#src/domain/guests/rating.ts'
import { nameGuest } from '#src/domain/chats/names.ts'
import { MessengerLink } from '../messenger-link.tsx'
import { AddTicket } from '../ticket/add-ticket.tsx'
import {
  describeGuest,
  describeLanguage,
  explainNoCard,
  isNothingGiven,
  type GuestDescription,
} from './describe-guest.ts'
import styles from './guest-card.module.css'
import { GuestMenuButton, type GuestMenu } from './guest-menu-button.tsx'
import { WHOLE_LIST, type MessengerSearch } from '../search.ts'
import { useForeignPicture } from '../use-file.ts'
import { useClicksHere } from '../use-is-here.ts'
import { useGuestCard, type GuestCardReading } from './use-guest-card.ts'

interface GuestCardProps {
  chatId: string
  search: MessengerSearch
  menu: GuestMenu
  /** The guest of this chat was removed from here. */
  onDeleted(): void
}

/** Who the guest is, as the hotel's systems and their networks know them. Empty for the moment until it is read. */
export function GuestCard({ chatId, search, menu, onDeleted }: GuestCardProps) {
  const workspace = useWorkspace()
  const onClick = useClicksHere(chatId)
  const card = useGuestCard(chatId)
  // Wrapped: that there is no such chat is an answer.
  const read = useLive(workspace, `chat:${chatId}`, async () => ({
    chat: (await readChat(workspace.mirror, chatId))?.chat,
  }))
  return (
    <aside className={styles.card} aria-label="Guest card" onClickCapture={onClick}>
      <div className={styles.bar}>
        {/* Specification section 2: on a phone the arrow leads to the whole list. */}
        <MessengerLink
          chatId={undefined}
          search={WHOLE_LIST}
          className={styles.back}
          aria-label="Back"
          title="Back"
        >
          <Icon name="back" />
        </MessengerLink>
        <MessengerLink
          chatId={chatId}
          search={{ chatFilter: search.chatFilter, chatType: search.chatType }}
          className={styles.close}
          aria-label="Show messages"
          title="Show messages"
        >
          <Icon name="chat" />
        </MessengerLink>
      </div>
      {card && read && (
        <CardContent chatId={chatId} chat={read.chat} card={card} menu={menu} onDeleted={onDeleted} />
      )}
    </aside>
  )
}

interface CardContentProps extends Pick<GuestCardProps, 'chatId' | 'menu' | 'onDeleted'> {
  /** Undefined: the device has none, or no longer. */
  chat: Chat | undefined
  card: GuestCardReading
}

function CardContent({ chatId, chat, card, menu, onDeleted }: CardContentProps) {
  const guest = describeGuest(card.info, card.info !== null || isNothingGiven(card))
  const name = guest.name ?? (chat ? nameGuest(chat) : '\u00a0')
  const [brokenPhoto, setBrokenPhoto] = useState<string | null>(null)
  const { isDrawable } = useForeignPicture(guest.photo ?? null, useGoodLine())
  return (
    <>
      <div className={styles.who}>
        <Avatar
          name={name}
          size="l"
          // On a weak line the initials do.
          photo={guest.photo === brokenPhoto || !isDrawable ? undefined : guest.photo}
          onPhotoError={() => setBrokenPhoto(guest.photo ?? null)}
        />
        <div className={styles.names}>
          <h2 dir="auto" title={name.length > LONG_NAME ? name : undefined}>
            {name}
          </h2>
          <p className={styles.tags}>
            {guest.status !== null && (
              <span className={styles.status} data-colour={guest.status.colour}>
                {guest.status.label}
              </span>
            )}
            {chat?.guestBlocked === true && <span className={styles.blocked}>Blocked</span>}
            {guest.vip !== 'none' && (
              <span className={styles.vip}>{`VIP ${guest.vip === '?' ? '?' : `level ${guest.vip}`}`}</span>
            )}
          </p>
        </div>
        <GuestMenuButton
          menu={menu}
          guestId={chat?.guestId ?? null}
          name={name}
          isBlocked={chat?.guestBlocked === true}
          onDeleted={onDeleted}
        />
      </div>
      {card.info === null && <p className={styles.note}>{explainNoCard(card)}</p>}
      {guest.stopped.length > 0 && (
        <ul className={styles.stopped}>
          {guest.stopped.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <Section title="Guest Information">
        <dl className={styles.facts}>
          {[...guest.facts, ...describeLanguage(chat?.language)].map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="Guest Survey">
        <Survey survey={guest.survey} missing={guest.missing} />
      </Section>
      <Section title="Social Interests" isClosed>
        <Profiles profiles={guest.profiles} missing={guest.missing} />
      </Section>
      <AddTicket
        chatId={chatId}
        guestId={chat?.guestId ?? null}
        guestName={guest.name ?? (chat ? nameGuest(chat) : 'this guest')}
        room={card.info?.Data?.PUB_GuestRegister?.RoomNumber}
      />
    </>
  )
}

/** From here on a name may be cut on the card, so its whole is in its tip, characters. */
const LONG_NAME = 60

interface SectionProps {
  title: string
  children: ReactNode
  isClosed?: boolean
}

function Section({ title, children, isClosed = false }: SectionProps) {
  const [isOpen, setOpen] = useState(!isClosed)
  const id = useId()
  return (
    <section className={styles.section}>
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          <span>{title}</span>
          <span aria-hidden="true">{isOpen ? '–' : '+'}</span>
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </section>
  )
}

function Survey({ survey, missing }: Pick<GuestDescription, 'survey' | 'missing'>) {
  if (survey === null) return <p className={styles.empty}>{missing}</p>
  return (
    <p className={styles.survey}>
      <span className={styles.stars} aria-hidden="true">
        <span>{'☆'.repeat(MAX_STARS)}</span>
        <span className={styles.full} style={{ width: `${survey.share * 100}%` }}>
          {'★'.repeat(MAX_STARS)}
        </span>
      </span>
      <span>{survey.words}</span>
    </p>
  )
}

function Profiles({ profiles, missing }: Pick<GuestDescription, 'profiles' | 'missing'>) {
  if (profiles.length === 0) return <p className={styles.empty}>{missing}</p>
  return (
    <ul className={styles.facts}>
      {profiles.map(({ network, address, followers }, index) => (
        <li key={index}>
          {address === null ? (
            <span>{network}</span>
          ) : (
            <a href={address} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
              {network}
            </a>
          )}
          <span>{followers === null ? 'N/A' : `${formatCount(followers)} followers`}</span>
        </li>
      ))}
    </ul>
  )
}
