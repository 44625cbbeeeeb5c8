import { Skeleton } from "@mantine/core";
import "@mantine/core/styles/Skeleton.layer.css";
import pageStyles from "./chat-page.module.css";
import listStyles from "./contact-list.module.css";

const CONTACTS = ["first", "second", "third", "fourth", "fifth"];

/** Stands for the contacts while they load: the frame, the search and a few of them. */
export function ContactsSkeleton() {
  return (
    <div className={pageStyles.columns} aria-busy="true" aria-hidden>
      <div className={listStyles.nav}>
        <div className={listStyles.search}>
          <Skeleton height="2.25rem" />
        </div>
        <div className={listStyles.list}>
          {CONTACTS.map((contact) => (
            <div className={listStyles.contact} key={contact}>
              <Skeleton height={40} circle />
              <div className={listStyles.who}>
                <Skeleton height="0.875rem" width="60%" mb="0.5rem" />
                <Skeleton height="0.75rem" width="85%" />
              </div>
            </div>
          ))}
        </div>
      </div>
      <div className={pageStyles.nobody} />
    </div>
  );
}
