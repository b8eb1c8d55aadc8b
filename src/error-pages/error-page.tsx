import type { ReactNode } from 'react';
import { Logo } from '../brand/logo';
import './error-page.css';

type ErrorPageProps = {
  title: string;
  text: string;
  /** What leads on: a link or a button. */
  action: ReactNode;
  /** The parts of a drawing, 360 × 240. */
  children: ReactNode;
};

/** A page that has nothing to show but what happened and where to go from here. */
export function ErrorPage({ title, text, action, children }: ErrorPageProps) {
  return (
    <main className="error-page">
      <Logo />
      <div>
        <div>
          <h1>{title}</h1>
          <p>{text}</p>
          {action}
        </div>
        <svg viewBox="0 0 360 240" aria-hidden="true">
          {children}
        </svg>
      </div>
    </main>
  );
}
