import { Navigate, useParams } from '@tanstack/react-router'
import { WHOLE_LIST } from '#src/features/messenger/search.ts'
import { findEditPage } from '../edit-pages.ts'
import { OnlineScreen } from '../online-screen.tsx'

/** `/config/{type}/edit/{id}`: admins. A type without an edit page is any other path (specification section 2). */
export function EditRoute() {
  const { type, id } = useParams({ from: '/config/$type/edit/$id' })
  const EditPage = findEditPage(type)
  if (EditPage === null) return <Navigate to="/messenger" search={WHOLE_LIST} replace />
  return <OnlineScreen draw={(page) => <EditPage key={id} id={id} {...page} />} />
}
