import { type FormEvent, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Form() {
  const [sent, setSent] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
  }
  return (
    <form onSubmit={submit}>
      <h1>Login</h1>
      <label>
        E-mail <input type="email" name="email" />
      </label>
      <label>
        Password <input type="password" name="password" />
      </label>
      <button type="submit">{sent ? 'Sent' : 'Login'}</button>
    </form>
  )
}

const place = document.querySelector('main')
if (place !== null) createRoot(place).render(<Form />)
