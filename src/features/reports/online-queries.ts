export { useReport, type ReportReading } from '#src/online/use-report.ts'
export { useFraming } from '#src/online/use-framing.ts'
