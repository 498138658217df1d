import { useEffect, useRef, useState } from 'react'
import type { Message } from '#src/contract/chats.ts'
import type { ThreadEntry } from '#src/db/thread.ts'
import type { Holder } from '#src/domain/chats/holder.ts'
import { announceFailure, findNewFailure, listUnfailed } from './describe-delivery.ts'

/** Reads out, once, that a message of mine has failed after it was sent. Nothing is seen of it: the message says so. */
export function DeliveryNews({ entries, me }: { entries: readonly ThreadEntry[]; me: Holder }) {
  const unfailed = useRef<ReadonlySet<string>>(new Set())
  const [news, setNews] = useState<Message | null>(null)
  useEffect(() => {
    const failed = findNewFailure(unfailed.current, entries, me)
    unfailed.current = listUnfailed(entries)
    if (failed) setNews(failed)
  }, [entries, me])
  return (
    <div role="status" className="visually-hidden">
      {news && <p key={news.id}>{announceFailure(news)}</p>}
    </div>
  )
}
