// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

/** Receives findings in capture order. */
@FunctionalInterface
public interface FindingFormat {
    /** Receives a finding. */
    void found(Finding finding);
}
