import { AnswersPage } from '#src/features/answers/answers-page.tsx'
import { OnlineScreen } from '../online-screen.tsx'

/** `/answers-table`: managers and up. */
export function AnswersRoute() {
  return <OnlineScreen draw={(page) => <AnswersPage {...page} />} />
}
