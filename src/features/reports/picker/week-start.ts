/** Where browsers tell weekdays apart: Monday is 1, Sunday 7. */
interface WeekInfo {
  firstDay: number
}

const SUNDAY = 7
const MONDAY = 1

/** The weekday on which a week begins in a language's country, 0 is Sunday; Monday where the browser does not say. */
export function readWeekStart(language: string): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  const locale: Intl.Locale & { getWeekInfo?(): WeekInfo; weekInfo?: WeekInfo } = new Intl.Locale(language)
  const firstDay = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? MONDAY
  switch (firstDay % SUNDAY) {
    case 0:
      return 0
    case 6:
      return 6
    case 5:
      return 5
    default:
      return 1
  }
}
