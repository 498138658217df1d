import { Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Line } from './drafts.ts'
import styles from './translations.module.css'

interface CatalogToolbarProps {
  lines: readonly Line[]
  search: string
  onlyChanged: boolean
  isLocked: boolean
  onSearch(search: string): void
  onFilter(onlyChanged: boolean): void
  onRestore(): void
}

/** What finds texts, says how many were changed, and takes all of them back. */
export function CatalogToolbar(props: CatalogToolbarProps) {
  const { lines, search, onlyChanged, isLocked, onSearch, onFilter, onRestore } = props
  const changed = lines.filter(({ isChanged }) => isChanged).length
  const canRestore = lines.some(({ shipped, text }) => shipped !== null && shipped !== text)
  return (
    <div className={styles.toolbar}>
      <TextInput
        className={styles.search}
        type="search"
        leftSection={<Icon name="search" size={18} />}
        placeholder="Search texts..."
        aria-label="Search texts..."
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={({ currentTarget }) => onSearch(currentTarget.value)}
      />
      <label className={styles.filter}>
        <Checkbox checked={onlyChanged} onChange={({ currentTarget }) => onFilter(currentTarget.checked)} />
        <span>Only changed</span>
      </label>
      <span className={styles.note}>{`${changed} of ${lines.length} changed`}</span>
      {canRestore && (
        <Button disabled={isLocked} onClick={onRestore}>
          All as shipped
        </Button>
      )}
    </div>
  )
}
