import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { t } from './messages.ts'

/** Confirms the registration and explains the next step. */
export function RegisterCompleteScreen() {
  const navigate = useNavigate()
  return (
    <Stack gap={4}>
      <h1>{t.registrationSuccess}</h1>
      <p>{t.registeredHelp}</p>
      <Text tone="muted">{t.mailMissingHelp}</Text>
      <Button variant="primary" wide onClick={() => void navigate({ to: '/login' })}>
        {t.backToLogin}
      </Button>
    </Stack>
  )
}
