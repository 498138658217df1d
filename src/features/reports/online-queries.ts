export { useReport, type ReportReading } from '#src/online/use-report.ts'
