import type { Elements } from '#src/lib/elements.ts'
import type { UnsentGroup } from '#src/db/unsent.ts'
import { describeChannel, nameGuest } from '#src/domain/chats/names.ts'
import { Page } from '#src/ui/page.tsx'
import { WHOLE_LIST } from '../search.ts'
import { MessengerLink } from '../messenger-link.tsx'
import { UnsentItems } from './unsent-items.tsx'
import styles from './unsent-page.module.css'
import { useUnsent } from './use-unsent.ts'

/** The one place for everything that is not sent yet, with its age, its reason and its ways out (O9); what else waits below. */
export function UnsentPage({ children }: { children: Elements }) {
  const groups = useUnsent()
  return (
    <Page title="Unsent" lead="What you wrote and decided here that the hotel does not have yet.">
      {groups?.length === 0 && <p className={styles.empty}>Nothing waits. Everything has been sent.</p>}
      {groups?.map((group) => (
        <Group key={group.chatId} group={group} />
      ))}
      {children}
    </Page>
  )
}

function Group({ group }: { group: UnsentGroup }) {
  const { chatId, chat } = group
  const name = chat ? nameGuest(chat) : 'A chat that is not on this device'
  return (
    <section className={styles.group} aria-label={name}>
      <h2>
        <MessengerLink chatId={chatId} search={WHOLE_LIST}>
          {name}
        </MessengerLink>
        {chat && <span>{describeChannel(chat.source).long}</span>}
      </h2>
      <UnsentItems group={group} />
    </section>
  )
}
