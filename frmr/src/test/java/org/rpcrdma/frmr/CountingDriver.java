// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** A driver that numbers its handles, checks that the handles to be destroyed exist, and fails on request. */
final class CountingDriver implements FrmrDriver {
    final Map<Integer, FrmrKey> live = new HashMap<>();
    final Deque<Integer> made = new ArrayDeque<>();
    long created;
    long destroyed;
    int creations;
    int destructions;
    boolean failCreate;
    boolean failDestroy;

    /** The number of handles at the end of each call's array that the driver fails to destroy. */
    int refused;

    /** Runs at the beginning of each creation. */
    Runnable whileCreating = () -> {};

    /** Runs whenever the driver starts to destroy handles. */
    Runnable whileDestroying = () -> {};

    Errno refusal;

    /** Converts a user's key to a pool's key. */
    UnaryOperator<FrmrKey> building = UnaryOperator.identity();

    @Override
    public void create(final FrmrKey key, final int[] handles, final int count) {
        whileCreating.run();
        make(key, handles, count);
    }

    private synchronized void make(final FrmrKey key, final int[] handles, final int count) {
        if (failCreate) {
            throw new VerbsException(Errno.ENOMEM, "no handles: count=" + count);
        }
        creations++;
        for (int i = 0; i < count; i++) {
            handles[i] = (int) created++;
            live.put(handles[i], key);
            made.add(handles[i]);
        }
    }

    @Override
    public void destroy(final int[] handles, final int count) {
        whileDestroying.run();
        synchronized (this) {
            if (failDestroy) {
                throw new VerbsException(Errno.EBUSY, "device refuses: count=" + count);
            }
            destructions++;
            final int left = Math.min(refused, count);
            for (int i = 0; i < count - left; i++) {
                if (live.remove(handles[i]) == null) {
                    throw new AssertionError("destroyed twice: handle=" + handles[i]);
                }
                destroyed++;
            }
            if (left > 0) {
                System.arraycopy(handles, count - left, handles, 0, left);
                throw new FrmrDestroyException(new VerbsException(Errno.EBUSY, "device refuses"), left);
            }
        }
    }

    @Override
    public FrmrKey buildKey(final FrmrKey requested) {
        if (refusal != null) {
            throw new VerbsException(refusal, "not supported: " + requested);
        }
        return building.apply(requested);
    }
}
