import { ScreenLink } from '#src/ui/address-link.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useLine } from './use-line.ts'

interface UnsentLinkProps {
  className: string | undefined
  activeClassName: string | undefined
  countClassName: string | undefined
}

/** Leads to everything that is not sent yet, with how much that is (O9). */
export function UnsentLink({ className, activeClassName, countClassName }: UnsentLinkProps) {
  const unsent = useLine()?.unsent ?? 0
  return (
    <ScreenLink to="/unsent" className={className} activeClassName={activeClassName}>
      <Icon name="send" size={18} />
      <span>Unsent</span>
      {unsent > 0 && <b className={countClassName}>{unsent}</b>}
    </ScreenLink>
  )
}
