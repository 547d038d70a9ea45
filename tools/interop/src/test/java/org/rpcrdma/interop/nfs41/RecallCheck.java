// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.nfs41;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.rpcrdma.verbs.EventLoop;

/**
 * Checks that the server calls a client back if the client has a read delegation and another client writes.
 *
 * @param loop      the event loop of both clients.
 * @param reader    the session of the client that is called back.
 * @param callbacks receives the calls to the reader in the reverse direction.
 * @param writer    the session of the other client.
 * @param file      the name of a file in the server's root folder.
 * @param report    receives a line for each successful check.
 */
record RecallCheck(
        EventLoop loop, Session reader, Callbacks callbacks, Session writer, String file, Consumer<String> report) {
    private static final long WAIT_NANOS = 1_000_000_000L;
    private static final int WAITS = 120;

    /**
     * Runs the check.
     *
     * @throws IllegalStateException if a check fails.
     * @throws Nfs41Failure if an operation fails.
     */
    void run() {
        require(reader.begin(1) && writer.begin(1), "NFSv4.1: two sessions whose connections are also back channels");
        require((reader.status() & Nfs41.CALLBACKS_DOWN) == 0, "SEQUENCE: the back channel is up");
        final OpenFile read = patiently(reader, Nfs41.READ | Nfs41.WANT_READ_DELEGATION);
        require(read.delegation() != null, "OPEN: the server grants a read delegation");
        require(isDelayed(), "OPEN for writing by the other client: the server delays it");
        await(() -> callbacks.recalledState() != null, "no CB_RECALL arrived");
        require(
                Arrays.equals(callbacks.recalledState(), read.delegation())
                        && Arrays.equals(callbacks.recalledFile(), read.handle()),
                "CB_RECALL: the server recalls that delegation");
        require((reader.status() & Nfs41.CALLBACKS_DOWN) == 0, "CB_RECALL: the server accepts the answer");
        reader.giveBack(callbacks.recalledFile(), callbacks.recalledState());
        final OpenFile written = patiently(writer, Nfs41.WRITE | Nfs41.WANT_NO_DELEGATION);
        report.accept("DELEGRETURN: the other client may write");
        writer.close(written);
        reader.close(read);
        reader.end();
        writer.end();
    }

    private boolean isDelayed() {
        try {
            writer.open(file, Nfs41.WRITE | Nfs41.WANT_NO_DELEGATION);
            return false;
        } catch (final Nfs41Failure e) {
            return e.status == Nfs41.ERR_DELAY;
        }
    }

    /** Opens the file, and retries while a newly started server waits for its earlier clients. */
    private OpenFile patiently(final Session session, final int access) {
        for (int waits = 0; waits < WAITS; waits++) {
            try {
                return session.open(file, access);
            } catch (final Nfs41Failure e) {
                if (e.status != Nfs41.ERR_DELAY && e.status != Nfs41.ERR_GRACE) {
                    throw e;
                }
            }
            loop.runOnce(WAIT_NANOS);
        }
        throw new IllegalStateException("the server still requests a delay: tries=" + WAITS);
    }

    private void await(final BooleanSupplier condition, final String failure) {
        for (int waits = 0; !condition.getAsBoolean(); waits++) {
            if (waits == WAITS) {
                throw new IllegalStateException(failure + ": waits=" + waits);
            }
            loop.runOnce(WAIT_NANOS);
        }
    }

    private void require(final boolean holds, final String check) {
        if (!holds) {
            throw new IllegalStateException(check);
        }
        report.accept(check);
    }
}
