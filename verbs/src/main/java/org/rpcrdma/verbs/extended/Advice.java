// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

/** Advice for {@link ExtendedProtectionDomain#advise} ({@code enum ibv_advise_mr_advice}). */
public final class Advice {
    /** The device will read the range, so fault the pages in. */
    public static final int PREFETCH = 0;

    /** The device will write the range, so fault the pages in for writing. */
    public static final int PREFETCH_WRITE = 1;

    /** Map the pages that are present for the device, but fault none in. */
    public static final int PREFETCH_NO_FAULT = 2;

    /**
     * Flag: the call returns only when the device has the translations. Without this flag, errors on individual pages
     * are not reported.
     */
    public static final int FLUSH = 1;

    private Advice() {}
}
