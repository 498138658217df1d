import { useDeferredValue, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { readChatList } from '#src/db/chat-list.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { nameGuest } from '#src/domain/chats/names.ts'
import { formatListTime } from '#src/domain/formatting.ts'
import { foldSearch, foldSearched } from '#src/domain/search/fold-text.ts'
import type { Screen } from '#src/domain/screens.ts'
import { goTo, useAddress } from '#src/lib/address.ts'
import { isEnter, isOfInputMethod } from '#src/lib/enter.ts'
import { keysAsked } from './asked.ts'
import { joinClasses } from '#src/ui/button.tsx'
import { useDialog } from '#src/ui/use-dialog.ts'
import styles from './command-palette.module.css'
import { useEnvironmentNow } from '#src/features/messenger/use-now.ts'
import { describeMessengerAddress, WHOLE_LIST } from '#src/features/messenger/search.ts'

/** Chats that are offered at most: what is sought is among the newest, or needs another letter. */
const MOST_CHATS = 12

interface CommandPaletteProps {
  screens: readonly Screen[]
  onClose(): void
}

interface Choice {
  key: string
  group: 'Chats' | 'Screens'
  label: string
  note: string
  choose(): void
}

/**
 * Goes anywhere by a few letters: chats by name, the newest first, and screens. A combobox with a list: the focus stays in
 * the field, arrows choose, Enter goes, Escape closes.
 */
export function CommandPalette({ screens, onClose }: CommandPaletteProps) {
  const { frame, close } = useDialog(onClose)
  const list = useRef<HTMLUListElement>(null)
  const listId = useId()
  const [typed, setTyped] = useState('')
  /** So many steps from the first choice, also where the choices of what was typed are yet to be found. */
  const [steps, setSteps] = useState(0)
  const { choices, foundFor } = useChoices(useDeferredValue(typed), screens, close)
  const isCurrent = foundFor === typed
  /** Enter was pressed before what was typed is found: it goes once it is. */
  const [isGoing, setGoing] = useState(false)
  const active = wrap(steps, choices.length)
  const optionId = (index: number) => `${listId}-${index}`

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active, typed])

  const choice = choices[active]
  useEffect(() => {
    if (!isGoing || !isCurrent) return
    setGoing(false)
    choice?.choose()
  }, [isGoing, isCurrent, choice])

  function onKeyDown(event: KeyboardEvent) {
    if (isOfInputMethod(event.nativeEvent)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setSteps((before) => before + step)
    else if (isEnter(event.nativeEvent)) setGoing(true)
    else return
    event.preventDefault()
  }

  return (
    <dialog
      {...frame}
      className={joinClasses(frame.className, styles.dialog)}
      aria-label="Go to a chat or screen"
    >
      <div className={styles.box}>
        <input
          className={styles.field}
          role="combobox"
          aria-label="Go to a chat or screen"
          aria-expanded={choices.length > 0}
          aria-controls={listId}
          aria-activedescendant={choices.length > 0 ? optionId(active) : undefined}
          aria-autocomplete="list"
          placeholder="Name of a guest or screen"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setSteps(0)
            setGoing(false)
          }}
          onKeyDown={onKeyDown}
        />
        <ul ref={list} id={listId} role="listbox" aria-label="Chats and screens" className={styles.list}>
          {choices.map((offered, index) => (
            <li
              key={offered.key}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              className={styles.choice}
              data-first={offered.group !== choices[index - 1]?.group}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setSteps(index)}
              onClick={offered.choose}
            >
              <bdi>{offered.label}</bdi>
              <span>{offered.note}</span>
            </li>
          ))}
        </ul>
        <p className={styles.none} role="status" aria-label="Palette">
          {choices.length === 0 ? 'No chat or screen has this name.' : ''}
        </p>
      </div>
    </dialog>
  )
}

/** The list begins anew at either end; -1 where it is empty. */
function wrap(steps: number, count: number): number {
  return count === 0 ? -1 : ((steps % count) + count) % count
}

/** Screens whose title, and chats whose name, has what was typed; `foundFor`: what the chats were found for. */
function useChoices(
  typed: string,
  screens: readonly Screen[],
  close: () => void,
): { choices: Choice[]; foundFor: string | undefined } {
  const workspace = useWorkspace()
  const { history } = useAddress()
  const now = useEnvironmentNow()
  const found = useLive(
    workspace,
    `palette:${typed}:${now}`,
    async () => {
      const query = { filter: 'all', type: 'all', search: typed, isShowingAll: true, now } as const
      const { entries } = await readChatList(workspace, query, 0, MOST_CHATS)
      return { foundFor: typed, chats: entries.slice(0, MOST_CHATS) }
    },
    { keepsPrevious: true },
  )
  const go = (leave: () => void) => () => {
    close()
    leave()
  }
  const open = (href: string) => go(() => goTo(history, href))
  const wanted = foldSearch(typed)
  const commands: Choice[] = [
    ...screens.map(({ id, path, title }) => ({
      key: `screen:${id}`,
      group: 'Screens' as const,
      label: title,
      note: 'Screen',
      choose: open(path === '/messenger' ? describeMessengerAddress(undefined, WHOLE_LIST) : path),
    })),
    { key: 'keys', group: 'Screens', label: 'Keyboard', note: 'List of keys', choose: go(keysAsked.raise) },
  ]
  const choices = [
    ...(found?.chats ?? []).map(({ chat }): Choice => ({
      key: `chat:${chat.id}`,
      group: 'Chats',
      label: nameGuest(chat),
      note: chat.needsHelp ? 'User needs help' : formatListTime(chat.updatedAt, now),
      choose: open(describeMessengerAddress(chat.id, WHOLE_LIST)),
    })),
    ...commands.filter(({ label }) => foldSearched(label).includes(wanted)),
  ]
  return { choices, foundFor: found?.foundFor }
}
