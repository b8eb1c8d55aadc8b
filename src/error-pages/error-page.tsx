import type { ReactNode } from 'react';
import { Friend } from '../brand/ball';
import { Logo } from '../brand/logo';
import './error-page.css';

type ErrorPageProps = {
  title: string;
  text: string;
  /** What leads on: a link or a button. */
  action: ReactNode;
  /** The large body of gel, 400 × 400, of which the lower right is off the page. */
  children: ReactNode;
};

/** A page that has nothing to show but what happened and where to go from here. */
export function ErrorPage({ title, text, action, children }: ErrorPageProps) {
  return (
    <main className="error-page">
      <Logo />
      <div>
        <h1>{title}</h1>
        <p>{text}</p>
        {action}
      </div>
      <svg className="error-gel" viewBox="0 0 400 400" aria-hidden="true">
        {children}
      </svg>
      {/* The small one has rolled away from the large one. */}
      <svg className="error-drop" viewBox="0 0 100 100" aria-hidden="true">
        <Friend at={[50, 50]} radius={50} fill="mango" look={0.25} />
      </svg>
    </main>
  );
}
