// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.util.List;
import java.util.function.Consumer;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.frmr.FrmrPoolsMXBean;

/** A setting of {@code frmr set}: {@code dev NAME aging SECS} or {@code dev NAME pinned KEY COUNT}. */
public record PoolSetting(String device, Consumer<FrmrPoolsMXBean> change) {
    private static final int DEVICE = 1;
    private static final int WHAT = 2;
    private static final int FIRST_VALUE = 3;

    /** Parses the words that follow {@code frmr set}. */
    public static PoolSetting parse(final List<String> words) {
        if (!words.isEmpty() && !ObjectFilter.isDevice(words.get(0))) {
            throw unknown(words.get(0));
        }
        if (words.size() <= DEVICE) {
            throw new InputException("Please provide device name.");
        }
        if (words.size() <= WHAT) {
            throw new InputException("Please provide what to set: aging or pinned.");
        }
        final List<String> values = words.subList(FIRST_VALUE, words.size());
        final String what = words.get(WHAT);
        if (isBeginning(what, "aging")) {
            return new PoolSetting(words.get(DEVICE), aging(values));
        }
        if (isBeginning(what, "pinned")) {
            return new PoolSetting(words.get(DEVICE), pinned(values));
        }
        throw unknown(what);
    }

    /** Returns true if rdma accepts a word as an abbreviation of another word. */
    private static boolean isBeginning(final String word, final String whole) {
        return !word.isEmpty() && whole.startsWith(word);
    }

    void applyTo(final FrmrPoolsMXBean pools) {
        change.accept(pools);
    }

    private static Consumer<FrmrPoolsMXBean> aging(final List<String> values) {
        if (values.isEmpty()) {
            throw new InputException("Please provide aging period value.");
        }
        final int seconds = number("aging period", values.get(0));
        if (seconds == 0) {
            throw new InputException("Setting the aging period to zero is not supported.");
        }
        checkEnd(values, 1);
        return pools -> pools.setAgingPeriod(seconds);
    }

    private static Consumer<FrmrPoolsMXBean> pinned(final List<String> values) {
        if (values.isEmpty()) {
            throw new InputException("Please provide pool key and pinned value.");
        }
        final PoolKey key = PoolKey.parse(values.get(0));
        if (values.size() == 1) {
            throw new InputException("Please provide pinned value.");
        }
        final int count = number("pinned", values.get(1));
        checkEnd(values, 2);
        return pools -> pools.setPinned(key.ats(), key.accessFlags(), key.vendorKey(), key.dmaBlocks(), count);
    }

    private static int number(final String what, final String text) {
        try {
            final int number = Integer.parseInt(text);
            if (number >= 0) {
                return number;
            }
        } catch (final NumberFormatException e) {
            // reported below
        }
        throw new InputException("Invalid " + what + " value: " + text);
    }

    private static void checkEnd(final List<String> values, final int count) {
        if (values.size() > count) {
            throw unknown(values.get(count));
        }
    }

    private static InputException unknown(final String word) {
        return new InputException("Unknown parameter '" + word + "'.");
    }
}
