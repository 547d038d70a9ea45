// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.testkit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Records a logger's output, which is then not printed. Thread-safe. */
public final class KeptLog implements AutoCloseable {
    private final Logger logger;
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(final LogRecord entry) {
            entry.getSourceMethodName(); // determines the method's name from the stack
            records.add(entry);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    /**
     * Starts recording.
     *
     * @param name the logger's name.
     */
    public KeptLog(final String name) {
        logger = Logger.getLogger(name);
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
    }

    /**
     * Returns the records logged so far.
     *
     * @return the records, the oldest first.
     */
    public List<LogRecord> records() {
        return records;
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }
}
