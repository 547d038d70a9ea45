// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.frame;

/** The reasons why frames are skipped, with the texts that describe them. */
public enum Skipped {
    OTHER("of other traffic"),
    FRAGMENT("IP fragments of incomplete datagrams"),
    CUT("truncated within their headers"),
    MALFORMED("addressed to the RoCE port but malformed"),
    LINK_TYPE("with an unsupported link type"),
    IWARP("iWARP, which is not supported"),
    ENCRYPTED("encrypted"),
    TUNNEL("in an unsupported tunnel"),
    TRANSPORT("InfiniBand transports other than reliable connections");

    private final String words;

    Skipped(final String words) {
        this.words = words;
    }

    /** Returns the text that follows the number of skipped frames in a report. */
    public String words() {
        return words;
    }
}
