import type { ReactNode } from 'react';
import { Friend } from '../brand/ball';
import { Logo } from '../brand/logo';
import './error-page.css';

type ErrorPageProps = {
  title: ReactNode;
  text: string;
  /** What leads on: a link or a button. */
  action: ReactNode;
  /** The large body of gel, 400 × 400 without its mouth, of which the lower right is off the page. */
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
        <path className="face error-line error-smile" d="M114 254q38 36 76-3" />
        <path className="face error-line" d="M116 262q12-13 24 0t24-2 24-1" />
      </svg>
      {/* The small one rolls to the side of the large one. */}
      <svg className="error-drop" viewBox="0 0 100 100" aria-hidden="true">
        <Friend at={[50, 50]} radius={50} fill="mango" look={0.25} />
      </svg>
    </main>
  );
}
