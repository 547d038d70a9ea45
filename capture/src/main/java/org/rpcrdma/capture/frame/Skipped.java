// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.frame;

/** The reasons for which frames are skipped, with their texts. */
public enum Skipped {
    OTHER("of other traffic"),
    FRAGMENT("IP fragments of incomplete datagrams"),
    CUT("cut inside their headers"),
    MALFORMED("malformed, to the RoCE port"),
    LINK_TYPE("of a link type that is not read"),
    IWARP("iWARP, which is not read"),
    ENCRYPTED("encrypted"),
    TUNNEL("in a tunnel that is not read"),
    TRANSPORT("InfiniBand transports other than reliable connections");

    private final String words;

    Skipped(final String words) {
        this.words = words;
    }

    /** Returns the text that follows the number of frames in a report. */
    public String words() {
        return words;
    }
}
