import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useStore } from '#src/lib/use-store.ts'
import { Button } from '../button.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Icon } from '../icon.tsx'
import { ChooseAll } from './choose-all.tsx'
import { listTableColumns, readFlags, type ListDefinition } from './declare-list.ts'
import type { ListController } from './list-controller.ts'
import styles from './list-toolbar.module.css'
import type { Sorting } from './rows/use-listed-rows.ts'

interface ListToolbarProps<Row> {
  definition: ListDefinition<Row>
  controller: ListController<Row>
  search: string
  sorting: Sorting | null
  choosable: readonly string[]
  /** The listed rows that are chosen. */
  chosen: readonly Row[]
  readOnly: string | null
  canExport: boolean
  onSearch(search: string): void
  onSort(sorting: Sorting | null): void
  onExport(): void
}

/** What finds, orders, exports and deletes rows. Choosing all and ordering have their place here on a phone. */
export function ListToolbar<Row>(props: ListToolbarProps<Row>) {
  const { definition, controller, search, sorting, choosable, chosen, readOnly, canExport } = props
  const { noun } = definition
  const [isAsking, setAsking] = useState(false)
  const selection = useStore(controller.selection)
  const isRunning = useStore(controller.bulk.state).kind === 'running'
  const words = definition.bulkLabel ?? `Delete ${noun.many}`
  const count = `${chosen.length} ${noun.many}`
  const questions = chosen.flatMap((row) => definition.askRemoval?.(row) ?? [])

  /** What may end the work of whoever does it comes last. */
  function deleteChosen() {
    const isAsked = (row: Row) => Boolean(definition.askRemoval?.(row))
    setAsking(false)
    void controller.bulk.start([...chosen.filter((row) => !isAsked(row)), ...chosen.filter(isAsked)])
  }

  return (
    <div className={styles.toolbar}>
      <TextInput
        className={styles.search}
        type="search"
        leftSection={<Icon name="search" size={18} />}
        placeholder={`Search ${noun.many}...`}
        aria-label={`Search ${noun.many}...`}
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={({ currentTarget }) => props.onSearch(currentTarget.value)}
      />
      {readFlags(definition).hasCheckboxes && (
        <label className={styles.all}>
          <ChooseAll
            selection={selection}
            choosable={choosable}
            onChange={(next) => controller.selection.set(next)}
          />
          <span>All</span>
        </label>
      )}
      <NativeSelect
        className={styles.sort}
        aria-label="Sort by"
        value={sorting === null ? '' : `${sorting.isDescending ? '-' : '+'}${sorting.key}`}
        onChange={({ currentTarget: { value } }) =>
          props.onSort(value === '' ? null : { key: value.slice(1), isDescending: value.startsWith('-') })
        }
      >
        <option value="">Not sorted</option>
        {listTableColumns(definition)
          .filter(({ kind }) => kind !== 'password')
          .flatMap(({ key, header }) => [
            <option key={`+${key}`} value={`+${key}`}>{`${header} ↑`}</option>,
            <option key={`-${key}`} value={`-${key}`}>{`${header} ↓`}</option>,
          ])}
      </NativeSelect>
      {chosen.length > 1 && (
        <Button
          disabled={readOnly !== null || isRunning}
          title={readOnly ?? undefined}
          onClick={() => setAsking(true)}
        >{`${words} (${chosen.length})`}</Button>
      )}
      <Button disabled={!canExport} onClick={props.onExport}>
        <Icon name="download" size={18} />
        <span>Export CSV</span>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${count}?`}
          confirmLabel={`Delete ${count}`}
          onCancel={() => setAsking(false)}
          onConfirm={deleteChosen}
        >
          <span>They are deleted one by one and can not be brought back. You can stop on the way.</span>
          {questions.map(({ words: more }) => (
            <span key={more}>{` ${more}`}</span>
          ))}
        </ConfirmDialog>
      )}
    </div>
  )
}
