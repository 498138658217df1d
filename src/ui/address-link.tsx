import {
  useCallback,
  useEffect,
  useRef,
  type ComponentProps,
  type MouseEvent,
  type PointerEvent,
} from 'react'
import { goTo, useAddress, useLocation } from '#src/lib/address.ts'
import { joinClasses } from './button.tsx'

/** A pointer that only crosses a link asks for nothing, ms. */
const CROSSED_MS = 50

interface AddressLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** An address of the console: a path with its query. */
  href: string
}

/** A link within the console: it goes there without loading the page anew. The caller says what is current. */
export function AddressLink({ href, onClick, ...rest }: AddressLinkProps) {
  const { history } = useAddress()

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !isPlain(event)) return
    event.preventDefault()
    goTo(history, href)
  }

  return <a {...rest} href={href} onClick={follow} />
}

interface ScreenLinkProps extends Omit<AddressLinkProps, 'href'> {
  /** A screen's path. */
  to: string
  /** Beside its own class while that screen, or one below it, is shown. */
  activeClassName?: string | undefined
}

/** A link to a screen, which is fetched as soon as somebody is about to press it. It is the current one on the screens below, too. */
export function ScreenLink({ to, className, activeClassName, ...rest }: ScreenLinkProps) {
  const { fetchAhead } = useAddress()
  const isActive = useLocation(useCallback(({ pathname }) => isWithin(pathname, to), [to]))
  const timer = useRef(0)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return (
    <AddressLink
      {...rest}
      href={to}
      className={joinClasses(className, isActive && activeClassName)}
      aria-current={isActive ? 'page' : undefined}
      onFocusCapture={() => fetchAhead(to)}
      onPointerEnter={() => (timer.current = window.setTimeout(() => fetchAhead(to), CROSSED_MS))}
      onPointerLeave={() => window.clearTimeout(timer.current)}
    />
  )
}

function isWithin(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`)
}

/** With a key or another button a link opens elsewhere. */
export function isPlain(event: MouseEvent | PointerEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
