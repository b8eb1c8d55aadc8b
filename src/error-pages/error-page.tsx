import type { ReactNode } from 'react';
import { FACE_LINES } from '../brand/gel';
import { Logo } from '../brand/logo';
import './error-page.css';

type ErrorPageProps = {
  title: ReactNode;
  text: string;
  /** The link or button that leads on. */
  action: ReactNode;
  /** The large body of gel, in 400 × 400 units. The page adds the mouth, and cuts off the lower right. */
  children: ReactNode;
};

/** A page with what happened, and a way on. */
export function ErrorPage({ title, text, action, children }: ErrorPageProps) {
  return (
    <main className="error-page">
      <div className="page-width">
        <Logo />
        <h1>{title}</h1>
        <p>{text}</p>
        {action}
      </div>
      <svg viewBox="0 0 400 400" aria-hidden="true">
        {children}
        <g {...FACE_LINES}>
          <path strokeWidth="10" d="M116 262q12-13 24 0t24-2 24-1" />
        </g>
      </svg>
    </main>
  );
}
