// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/** A listener that handles messages of all kinds in one method. */
abstract class EveryMessage implements CaptureListener {
    abstract void add(String kind, CapturedMessage message);

    @Override
    public void onSend(final CapturedMessage message) {
        add("send", message);
    }

    @Override
    public void onRdmaWrite(final CapturedMessage message) {
        add("write", message);
    }

    @Override
    public void onRdmaRead(final CapturedMessage message) {
        add("read", message);
    }
}
