// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/** Why a call of an asynchronous client has no reply, or a connection did not come about. */
public final class CallFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception without a stack trace: the failure happened elsewhere.
     *
     * @param reason in the words of {@link ReplyHandler#onFailure} or {@link ClientListener#onDisconnected}.
     */
    public CallFailedException(final String reason) {
        super(reason, null, false, false);
    }
}
