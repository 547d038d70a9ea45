// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.config.DeviceConfiguration;
import org.rpcrdma.nic.config.Personality;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.BlockSignature;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;
import org.rpcrdma.verbs.extended.IndirectKey;
import org.rpcrdma.verbs.extended.IndirectKeyAttributes;
import org.rpcrdma.verbs.extended.SignatureCheck;
import org.rpcrdma.verbs.extended.SignatureDomain;
import org.rpcrdma.verbs.extended.SignatureType;

/** What a wrong signature does to the queue pair whose request's own key has it. */
class SignatureStopTest implements AsyncEventHandler {
    private static final SignatureDomain CRC = new SignatureDomain(SignatureType.CRC32C, 512, -1);

    private final ModifiedPair pair = new ModifiedPair(QueuePairType.RC);
    private final ModifiedPair.Side client = pair.client;
    private final List<AsyncEventType> events = new ArrayList<>();
    private IndirectKey key;

    @Override
    public void onQueuePairEvent(final AsyncEventType type, final QueuePair queuePair) {
        events.add(type);
    }

    private void connect(final boolean stops) {
        client.stopsAtSignature = stops;
        pair.connect();
        client.device.handleAsyncEvents(client.loop, this);
        key = client.domain.createIndirectKey(
                new IndirectKeyAttributes(IndirectKeyAttributes.INDIRECT | IndirectKeyAttributes.BLOCK_SIGNATURE, 1));
    }

    private void configure(final BlockSignature signature, final int length) {
        final ExtendedSendRequests sends = client.sends();
        sends.configure(0, SendRequests.INLINE, key, 3);
        sends.setAccess(Access.LOCAL_WRITE);
        sends.setListLayout();
        sends.setSignature(signature);
        client.sge(0, length);
        client.post();
    }

    /** Posts a request with the signed key, and one behind a fence that touches no memory. */
    private void post(final boolean isRead, final int length) {
        final ExtendedSendRequests sends = client.sends();
        if (isRead) {
            sends.rdmaRead(1, SendRequests.SIGNALED, pair.server.address, pair.server.region.rkey());
        } else {
            sends.rdmaWrite(1, SendRequests.SIGNALED, pair.server.address, pair.server.region.rkey());
        }
        sends.sge(0, length, key.lkey());
        sends.rdmaWrite(2, SendRequests.SIGNALED | SendRequests.FENCE, 0, 0);
        client.post();
        pair.simulation.run();
    }

    private void expectStopped() {
        assertEquals(QueuePairState.SQD, client.queuePair.state());
        client.expect("1:SUCCESS");
        assertEquals(List.of(AsyncEventType.SQ_DRAINED), events);
        assertEquals(SignatureCheck.Result.BAD_GUARD, key.check().result());
    }

    private void expectGoesOn() {
        client.toState(QueuePairState.RTS);
        pair.simulation.run();
        client.expect("2:SUCCESS");
        assertEquals(QueuePairState.RTS, client.queuePair.state());
    }

    @Test
    void shouldStopBehindAWriteThatWasReadWithAWrongSignature() {
        connect(true);
        configure(new BlockSignature(CRC, null, BlockSignature.CRC32), 16 * 516);
        post(false, 16 * 512);
        expectStopped();
        expectGoesOn();
    }

    @Test
    void shouldStopBehindAReadThatArrivedWithAWrongSignature() {
        connect(true);
        configure(new BlockSignature(null, CRC, BlockSignature.CRC32), 2 * 512);
        post(true, 2 * 516);
        expectStopped();
        assertEquals(1, client.queuePair.cancelPostedSends(2));
        expectGoesOn();
    }

    @Test
    void shouldNotStopWhereTheSignatureIsNotChecked() {
        connect(true);
        configure(new BlockSignature(CRC, null, 0), 516);
        post(false, 512);
        client.expect("1:SUCCESS", "2:SUCCESS");
        assertEquals(QueuePairState.RTS, client.queuePair.state());
        assertEquals(List.of(), events);
    }

    @Test
    void shouldNotStopWithoutItsAttribute() {
        connect(false);
        configure(new BlockSignature(CRC, null, BlockSignature.CRC32), 516);
        post(false, 512);
        client.expect("1:SUCCESS", "2:SUCCESS");
        assertEquals(SignatureCheck.Result.BAD_GUARD, key.check().result());
        assertEquals(QueuePairState.RTS, client.queuePair.state());
    }

    @Test
    void shouldNotBeHadOfADeviceWithoutSignatures() {
        final ModifiedPair soft = new ModifiedPair(
                QueuePairType.RC,
                CostModel.defaults(),
                DeviceConfiguration.DEFAULT.withPersonality(Personality.RXE),
                false);
        soft.client.stopsAtSignature = true;
        assertEquals(
                Errno.EOPNOTSUPP,
                assertThrows(VerbsException.class, soft.client::create).errno());
    }
}
