// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * Keeps the listings of directories that clients are reading. The kernel's notices keep a listing current. In a network
 * file system, a directory may change without a notice. Such a directory is read again: immediately when a client
 * starts to list it, and otherwise at most once in ten rounds. Thread-safe.
 */
final class Listings implements NameNotices.Listener, AutoCloseable {
    /** The number of unused rounds after which a listing is discarded. */
    private static final int IDLE_ROUNDS = 60;

    /** The maximum number of names to keep. At about 125 bytes per name, they occupy an eighth of the heap. */
    private static final long MOST_NAMES =
            Math.max(100_000, Runtime.getRuntime().maxMemory() / 1000);

    /** The minimum number of rounds between two reads of a directory that changes without notices. */
    private static final int READING_ROUNDS = 10;

    /** A listing and its age. */
    private static final class Kept {
        final Listing listing;
        final int watch;
        final long round;
        long lastRound;
        long modifyTime;
        boolean changed;
        boolean lost;

        Kept(final Listing listing, final int watch, final long modifyTime, final long round) {
            this.listing = listing;
            this.watch = watch;
            this.modifyTime = modifyTime;
            this.round = round;
        }

        /** Returns true if notices account for every change up to the directory's modification time. */
        boolean isUpToDate(final long time) {
            if (changed) {
                modifyTime = time;
                changed = false;
            }
            return modifyTime == time;
        }
    }

    private final NameNotices notices = new NameNotices(this);
    private final LinkedHashMap<Node, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);
    private final Int2ObjectHashMap<Kept> watched = new Int2ObjectHashMap<>();
    private long round;

    /** Returns a directory's listing. The caller may have to read it first. */
    synchronized Listing of(final Export export, final Export.Found directory, final boolean begins)
            throws IOException {
        notices.poll();
        Kept known = kept.get(directory.node());
        if (known == null || isOld(known, directory.attributes().modifyTime(), begins)) {
            known = begin(export, directory);
        }
        known.lastRound = round;
        return known.listing;
    }

    private boolean isOld(final Kept known, final long modifyTime, final boolean begins) {
        return known.lost
                || known.listing.isUseless()
                || !known.isUpToDate(modifyTime) && (begins || round - known.round >= READING_ROUNDS);
    }

    private Kept begin(final Export export, final Export.Found directory) throws IOException {
        final int watch = notices.watch(directory.path());
        final Listing listing = new Listing(export.opener.names(directory));
        final Kept fresh = new Kept(listing, watch, directory.attributes().modifyTime(), round);
        final Kept before = kept.put(directory.node(), fresh);
        if (watch != NameNotices.NONE) {
            watched.put(watch, fresh);
        }
        if (before != null) {
            drop(before);
        }
        forgetSome(fresh);
        return fresh;
    }

    private void forgetSome(final Kept fresh) {
        long names = 0;
        for (final Kept one : kept.values()) {
            names += one.listing.size();
        }
        final Iterator<Kept> eldest = kept.values().iterator();
        while (names > MOST_NAMES && eldest.hasNext()) {
            final Kept one = eldest.next();
            if (one != fresh) {
                names -= one.listing.size();
                drop(one);
                eldest.remove();
            }
        }
    }

    private boolean drop(final Kept one) {
        one.listing.close();
        if (watched.get(one.watch) == one) {
            watched.remove(one.watch);
            notices.unwatch(one.watch);
        }
        return true;
    }

    @Override
    public void onName(final int watch, final byte[] name, final boolean comes) {
        final Kept one = watched.get(watch);
        if (one != null) {
            one.changed = true;
            one.listing.change(name, comes);
        }
    }

    @Override
    public void onLost(final int watch) {
        for (final Kept one : kept.values()) {
            one.lost |= watch == NameNotices.NONE || one.watch == watch;
        }
        if (watch != NameNotices.NONE) {
            watched.remove(watch);
        }
    }

    /** Completes a round; called about once per second. Discards unused listings. */
    void endRound() {
        forgetIdle().forEach(Listing::update);
    }

    /** Removes idle listings and returns the remaining ones. */
    private synchronized List<Listing> forgetIdle() {
        round++;
        notices.poll();
        kept.values().removeIf(one -> round - one.lastRound > IDLE_ROUNDS && drop(one));
        return kept.values().stream().map(one -> one.listing).toList();
    }

    @Override
    public synchronized void close() {
        kept.values().forEach(one -> one.listing.close());
        kept.clear();
        watched.clear();
        notices.close();
    }
}
