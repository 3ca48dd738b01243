import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'

/** Thanks somebody who registered and says what comes next. */
export function RegisterCompleteScreen() {
  const navigate = useNavigate()
  return (
    <Stack gap={4}>
      <h1>Registration Success</h1>
      <p>Thank you for registering. A mail with a link is on its way to you; follow it to confirm your account.</p>
      <Text tone="muted">If it does not arrive within a few minutes, check your spam folder.</Text>
      <Button variant="primary" wide onClick={() => void navigate({ to: '/login' })}>
        Back to Login
      </Button>
    </Stack>
  )
}
