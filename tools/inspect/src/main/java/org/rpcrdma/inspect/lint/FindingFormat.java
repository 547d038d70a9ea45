// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

/** Takes findings, in the order of the capture. */
@FunctionalInterface
public interface FindingFormat {
    /** Takes a finding. */
    void found(Finding finding);
}
