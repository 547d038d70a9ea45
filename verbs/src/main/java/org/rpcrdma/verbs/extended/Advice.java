// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

/** Advice for {@link ExtendedProtectionDomain#advise} ({@code enum ibv_advise_mr_advice}). */
public final class Advice {
    /** Advises the device that it will read the range, so that it faults the pages in. */
    public static final int PREFETCH = 0;

    /** Advises the device that it will write the range, so that it faults the pages in for writing. */
    public static final int PREFETCH_WRITE = 1;

    /** Advises the device to map the pages that are present, without faulting in any others. */
    public static final int PREFETCH_NO_FAULT = 2;

    /**
     * A flag with which the call returns only after the device has the translations. Without this flag, errors on
     * individual pages are not reported.
     */
    public static final int FLUSH = 1;

    private Advice() {}
}
