import { use } from 'react'
import { createRoot } from 'react-dom/client'

interface Row {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly first_name: string
  readonly last_name: string
}

const loaded: Promise<readonly Row[]> = fetch('/rows.json').then((response) => response.json())

function Table() {
  const rows = use(loaded)
  return (
    <table>
      <thead>
        <tr>
          <th>Id</th>
          <th>Email</th>
          <th>Name</th>
          <th>First name</th>
          <th>Last name</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>{row.id}</td>
            <td>{row.email}</td>
            <td>{row.name}</td>
            <td>{row.first_name}</td>
            <td>{row.last_name}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const place = document.querySelector('main')
if (place !== null) createRoot(place).render(<Table />)
