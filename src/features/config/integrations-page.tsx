import { INTEGRATION_CATEGORIES, type Integration } from '#src/contract/integrations.ts'
import type { ListDefinition, Option } from '#src/ui/list/declare-list.ts'
import { EditForm } from '#src/ui/list/form/edit-form.tsx'
import type { EditPageProps, ListPageProps } from '#src/ui/list/list-page.ts'
import { ListScreen } from '#src/ui/list/list-screen.tsx'
import { useIntegrations } from './online-queries.ts'

const MAX_TEXT_CHARS = 200
const MAX_SECRET_CHARS = 4_000
const CATEGORIES: readonly Option[] = Object.entries(INTEGRATION_CATEGORIES).map(([value, label]) => ({
  value,
  label,
}))

const INTEGRATIONS: ListDefinition<Integration> = {
  type: 'integrations',
  title: 'Integrations',
  noun: { one: 'integration', many: 'integrations' },
  idOf: ({ id }) => id,
  nameOf: ({ hostSystem }) => hostSystem,
  isUndeletable: ({ undeletable }) => undeletable === true,
  isUrlDriven: true,
  hasCheckboxes: false,
  columns: [
    {
      key: 'category',
      header: 'Category',
      kind: 'select',
      canEdit: 'form',
      isRequired: true,
      options: CATEGORIES,
      width: '112px',
      read: ({ category }) => category,
    },
    {
      key: 'hostSystem',
      header: 'Host system',
      kind: 'text',
      canEdit: 'form',
      isRequired: true,
      maxChars: MAX_TEXT_CHARS,
      read: ({ hostSystem }) => hostSystem,
    },
    {
      key: 'apiKey',
      header: 'API key',
      kind: 'password',
      canEdit: 'form',
      maxChars: MAX_SECRET_CHARS,
      canRemove: true,
      width: '88px',
      read: ({ hasApiKey }) => hasApiKey,
    },
    {
      key: 'userName',
      header: 'User name',
      kind: 'text',
      canEdit: 'form',
      maxChars: MAX_TEXT_CHARS,
      read: ({ userName }) => userName,
    },
    {
      key: 'password',
      header: 'Password',
      kind: 'password',
      canEdit: 'form',
      maxChars: MAX_SECRET_CHARS,
      canRemove: true,
      width: '88px',
      read: ({ hasPassword }) => hasPassword,
    },
    {
      key: 'hostSystemIdentifier',
      header: 'Host system identifier',
      kind: 'text',
      canEdit: 'form',
      maxChars: MAX_TEXT_CHARS,
      read: ({ hostSystemIdentifier }) => hostSystemIdentifier,
    },
    {
      key: 'isActive',
      header: 'Active',
      kind: 'toggle',
      canEdit: 'form',
      read: ({ isActive }) => isActive,
    },
  ],
}

/** `/config/integrations`: the hotel's host systems (specification section 1). */
export function IntegrationsPage(page: ListPageProps) {
  return (
    <ListScreen
      definition={INTEGRATIONS}
      source={useIntegrations()}
      lead="The hotel’s host systems. Keys and passwords go to the environment and are never shown again: only whether there is one."
      {...page}
    />
  )
}

/** `/config/integrations/edit/{id}`. */
export function IntegrationEditPage({ id, unsaved, navigate }: EditPageProps) {
  const source = useIntegrations()
  return (
    <EditForm
      definition={INTEGRATIONS}
      {...{ source, id, unsaved }}
      onBack={() => navigate('/config/integrations')}
    />
  )
}
