import type { ListPlace } from '#src/actions/start-note.ts'
import { describeRow } from '#src/domain/chats/describe-row.ts'
import { START_LAYER_ID } from '#src/lib/start-layer-id.ts'
import { drawRowContent } from './draw-row.ts'
import { Html, markup } from './markup.ts'
import type { StartRows } from './read-start.ts'

/** A window of half a pixel more or less is the same one, zoomed. */
const HALF_PX = 0.5

/**
 * The layer beside `#root` (W6). It shows only in windows of a width in which the list's place is known, so that nothing
 * moves when the list itself takes its place; elsewhere the shell begins as without it.
 */
export function drawLayer({ entries, me, now, places, filter, type }: StartRows): string {
  const query = new URLSearchParams({ chatFilter: filter, chatType: type }).toString()
  const rows = entries.map((entry) => {
    const { chat } = entry
    const row = describeRow(entry, me, now)
    return markup`<li><a class="chat-row" href="/messenger/${encodeURIComponent(chat.id)}?${query}" tabindex="-1" draggable="false"${
      row.isUnread && new Html(' data-unread="true"')
    }>${drawRowContent(chat, row)}</a></li>`
  })
  // The real list comes within a moment, and with it what assistive technology reads.
  return markup`<div id="${START_LAYER_ID}" aria-hidden="true"><style>${new Html(places.map(writePlace).join(''))}</style><div class="start-bar"></div><div class="start-list"><ul>${rows}</ul></div><div class="start-nav"></div></div>`
    .text
}

function writePlace({ windowWidth, top, left, width, bottom }: ListPlace): string {
  const window = `(min-width:${windowWidth - HALF_PX}px) and (max-width:${windowWidth + HALF_PX}px)`
  return (
    `@media ${window}{#${START_LAYER_ID}{display:block}#${START_LAYER_ID}~#root{visibility:hidden}` +
    `#${START_LAYER_ID} .start-list{top:${top}px;left:${left}px;width:${width}px;bottom:${bottom}px}}`
  )
}
