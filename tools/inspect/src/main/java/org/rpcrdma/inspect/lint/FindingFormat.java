// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

/** Receives findings in the order of the capture. */
@FunctionalInterface
public interface FindingFormat {
    /** Called for each finding. */
    void found(Finding finding);
}
