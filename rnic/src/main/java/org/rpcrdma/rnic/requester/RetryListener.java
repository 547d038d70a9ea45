// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

/** Retries or fails when the peer does not answer in time. */
interface RetryListener {
    /** Returns true if an answer is missing. */
    boolean isAnswerMissing();

    /** Retransmits from the first missing number. */
    void retransmitOldest();

    /** Gives up: the peer did not answer however often it was tried. */
    void giveUp();
}
