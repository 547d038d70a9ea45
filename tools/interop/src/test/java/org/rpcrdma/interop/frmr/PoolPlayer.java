// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.frmr;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.jvm.JvmConnection;
import org.rpcrdma.bench.jvm.ObjectFilter;
import org.rpcrdma.bench.jvm.ObjectRows;
import org.rpcrdma.bench.jvm.PoolSetting;
import org.rpcrdma.frmr.FrmrAdministration;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPool;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * Executes a script on our pools in virtual time, and records the output in the format of Linux's pools and iproute2.
 * On Linux, frmr-kernel.sh executes the same script. A script contains the lines that frmr_driver.c accepts and the
 * following lines:
 *
 * <pre>
 *   at MILLIS           time of the following lines
 *   set aging SECS      rdma resource set frmr_pools dev rxe0 aging SECS
 *   set pinned KEY N    rdma resource set frmr_pools dev rxe0 pinned KEY N
 *   show                rdma resource show frmr_pools -dd
 * </pre>
 *
 * <p>The output has a section for each of these four lines and for each run of other lines. A section consists of its
 * name after "&gt; " and of its output. Confined to one thread.
 */
final class PoolPlayer implements AutoCloseable {
    /** The device's name here and on Linux. */
    static final String DEVICE = "rxe0";

    /** The name of a section whose lines the driver executes. */
    static final String OPERATIONS = "> operations";

    /**
     * The end of a handle's line if Linux may have returned another handle of the pool; see
     * {@link #mayDiffer(FrmrPool)}.
     */
    static final String ANY = " ?";

    private static final Map<Errno, String> WORDS = Map.of(
            Errno.EINVAL, "Invalid argument",
            Errno.ENOMEM, "Cannot allocate memory",
            Errno.EIO, "Input/output error",
            Errno.EBUSY, "Device or resource busy",
            Errno.EOPNOTSUPP, "Operation not supported");

    final NumberedHandles driver;
    final LateClock clock = new LateClock();
    final FrmrPools pools;
    final TreeMap<Integer, Slot> slots = new TreeMap<>();
    private final FrmrAdministration visible;
    private final JvmConnection connection = JvmConnection.own();
    private final List<String> script = new ArrayList<>();
    private final List<String> transcript = new ArrayList<>();
    private final Set<FrmrPool> reordered = new HashSet<>();
    private boolean inOperations;

    /** A handle in use, and the key for which it was popped. */
    record Slot(FrmrKey key, int handle) {}

    PoolPlayer(final NumberedHandles.Loss loss) {
        driver = new NumberedHandles(loss);
        pools = new FrmrPools(driver, clock);
        visible = FrmrAdministration.open(DEVICE, pools);
    }

    /** Returns the executed lines. */
    List<String> script() {
        return script;
    }

    /** Returns the output of the executed lines. */
    List<String> transcript() {
        return transcript;
    }

    /** Executes a line. */
    void play(final String line) {
        script.add(line);
        final String[] words = line.split(" ");
        final boolean isSection = Set.of("at", "set", "show").contains(words[0]);
        if (isSection) {
            transcript.add("> " + line);
        } else if (!inOperations) {
            transcript.add(OPERATIONS);
        }
        inOperations = !isSection;
        try {
            carryOut(line, words);
        } finally {
            takeDriversLines();
            noteOrder();
        }
    }

    private void carryOut(final String line, final String[] words) {
        switch (words[0]) {
            case "at" -> advanceUntil(Long.parseLong(words[1]));
            case "set" -> set(List.of(words).subList(1, words.length));
            case "show" -> transcript.addAll(shown());
            case "pop" -> pop(words);
            case "push" -> push(Integer.parseInt(words[1]));
            case "drop" -> drop(Integer.parseInt(words[1]));
            case "refuse" -> driver.refuse(errno(Integer.parseInt(words[1])));
            case "lose" -> driver.lose(!words[1].equals("0"));
            case "counts" -> transcript.add(driver.counts());
            case "cleanup" -> cleanUp();
            default -> throw new IllegalArgumentException("no such line: " + line);
        }
    }

    /** Advances the time to the first moment by which Linux's pools must have executed the same passes as ours. */
    long settleFrom(final long millis) {
        long settled = millis;
        advanceUntil(settled);
        while (!clock.isSettled()) {
            settled += 10;
            advanceUntil(settled);
        }
        return settled;
    }

    private void advanceUntil(final long millis) {
        clock.advance(Math.max(0, TimeUnit.MILLISECONDS.toNanos(millis) - clock.nanoTime()));
    }

    private void set(final List<String> words) {
        final List<String> setting = new ArrayList<>(List.of("dev", DEVICE));
        setting.addAll(words);
        try {
            connection.apply(PoolSetting.parse(setting));
        } catch (final InputException | IllegalStateException e) {
            takeDriversLines();
            transcript.add(error(e.getMessage()));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        // A new floor starts this pass.
        clock.advance(0);
    }

    private static String error(final String message) {
        final int colon = message.indexOf(':');
        return Arrays.stream(Errno.values())
                .filter(errno -> colon > 0 && errno.name().equals(message.substring(0, colon)))
                .map(errno -> "error: " + WORDS.get(errno))
                .findFirst()
                .orElse(message);
    }

    /** Returns the lines that {@code ./rpcrdma resource show frmr_pools -dd} would print. */
    List<String> shown() {
        try {
            return connection.pools(ObjectFilter.parse(List.of(), Map.of()), true, true).stream()
                    .map(ObjectRows::line)
                    .toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void pop(final String[] words) {
        final int slot = Integer.parseInt(words[1]);
        final FrmrKey key = new FrmrKey(
                words[2].equals("1"),
                Integer.parseUnsignedInt(words[3]),
                Long.parseUnsignedLong(words[4]),
                Long.parseUnsignedLong(words[5]),
                Long.parseUnsignedLong(words[6]));
        final FrmrPool pool = pools.pool(key);
        final boolean mayDiffer = mayDiffer(pool);
        try {
            final int handle = pool.pop();
            takeDriversLines();
            slots.put(slot, new Slot(key, handle));
            transcript.add("pop " + slot + ": 0 " + handle + (mayDiffer ? ANY : ""));
        } catch (final VerbsException e) {
            takeDriversLines();
            transcript.add("pop " + slot + ": " + -e.errno().value() + " 0");
        }
    }

    private void push(final int slot) {
        final Slot pushed = slots.remove(slot);
        pools.push(pushed.key, pushed.handle);
    }

    private void drop(final int slot) {
        driver.countDrop();
        pools.drop(slots.remove(slot).key);
        // A pool below its floor schedules a pass immediately.
        clock.advance(0);
    }

    private void cleanUp() {
        try {
            pools.close();
        } catch (final VerbsException e) {
            transcript.add("cleanup: " + -e.errno().value());
        }
    }

    /**
     * Returns true if the order of the pool's idle handles may differ from Linux's order. While a pool is pinned, our
     * passes destroy the oldest handles, but Linux's passes destroy the newest handles and reverse the order of other
     * handles.
     */
    private boolean mayDiffer(final FrmrPool pool) {
        return pool.pinned() > 0 || reordered.contains(pool);
    }

    private void noteOrder() {
        for (final FrmrPool pool : pools.pools()) {
            if (pool.queued() == 0) {
                reordered.remove(pool);
            } else if (pool.pinned() > 0) {
                reordered.add(pool);
            }
        }
    }

    private void takeDriversLines() {
        for (final String line : driver.takeLines()) {
            final String[] words = line.split(" ");
            final boolean isOfAny =
                    words[0].equals("destroy") && mayDiffer(pools.pool(driver.keyOf(Integer.parseInt(words[1]))));
            transcript.add(isOfAny ? line + ANY : line);
        }
    }

    private static Errno errno(final int value) {
        return Arrays.stream(Errno.values())
                .filter(errno -> errno.value() == value)
                .findFirst()
                .orElse(null);
    }

    @Override
    public void close() {
        visible.close();
    }
}
