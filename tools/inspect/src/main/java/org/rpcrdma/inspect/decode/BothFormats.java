// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

/** Prints each message in two formats. */
public record BothFormats(MessageFormat first, MessageFormat second) implements MessageFormat {
    @Override
    public void message(final DecodedMessage message) {
        first.message(message);
        second.message(message);
    }

    @Override
    public void refused(final DecodedMessage message, final int status) {
        first.refused(message, status);
        second.refused(message, status);
    }
}
