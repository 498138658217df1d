/** Rows of the bot's configuration, as the bulk writer takes them. */
export interface DemoConfig {
  type: 'agentOnDuty' | 'alerts'
  config: Record<string, unknown>
}

/**
 * A day and a night shift and two alerts. The shifts name nobody, which means everybody, so that whoever tries the hotel is
 * on duty whatever the hour. The night is two rows with one `shiftId` (CONTRACT section 6).
 */
export function describeDuty(timeZone: string): DemoConfig[] {
  const night = { name: 'Night', message: 'Night desk: a guest needs you', shiftId: 'shift-night' }
  return [
    describeShift(timeZone, {
      name: 'Day',
      message: 'Front desk: a guest needs you',
      shiftId: 'shift-day',
      shiftStart: '07:00',
      shiftEnd: '22:00',
    }),
    describeShift(timeZone, { ...night, shiftStart: '22:00', shiftEnd: '24:00' }),
    describeShift(timeZone, { ...night, shiftStart: '00:00', shiftEnd: '07:00' }),
    {
      type: 'alerts',
      config: {
        isEnabled: true,
        name: 'Duty manager: guest needs help',
        type: 'email',
        notificationType: 'user_needs_help',
        sendTo: 'duty.manager@harbourlight.example',
      },
    },
    {
      type: 'alerts',
      config: {
        isEnabled: true,
        name: 'Guest relations: low rating',
        type: 'SMS',
        notificationType: 'user_left_low_rating',
        sendTo: '7025550199',
      },
    },
  ]
}

function describeShift(timeZone: string, shift: Record<string, string>): DemoConfig {
  return {
    type: 'agentOnDuty',
    config: { isEnabled: true, frequency: 'Daily', timeZone, userIds: [], ...shift },
  }
}
